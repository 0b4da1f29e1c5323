/** The people of a seller: their roles, and the links and sessions with which they sign in to the dashboard. */
@NullMarked
package io.tollgate.accounts.member;

import org.jspecify.annotations.NullMarked;

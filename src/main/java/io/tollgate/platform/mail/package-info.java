/** E-mail: the outbox, its delivery, and messages as values. */
@NullMarked
package io.tollgate.platform.mail;

import org.jspecify.annotations.NullMarked;

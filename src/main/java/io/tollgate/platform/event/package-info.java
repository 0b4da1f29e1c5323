/**
 * What sellers are told. A resource declares which changes of its records cause events. Writes append the changes in
 * their own transactions, the relay numbers them in the order of the feed, and the feed answers them.
 */
package io.tollgate.platform.event;

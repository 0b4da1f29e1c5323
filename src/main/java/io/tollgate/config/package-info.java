/**
 * What can be set, and how it is read: flags over environment over file over defaults.
 *
 * <p>{@link io.tollgate.config.Settings} is the one list of settings; the file in {@code conf}, the page in
 * {@code src/docs} and the names of the environment variables follow from it and are held to it by tests.
 * A name that is not in the list refuses to start, since a mistyped limit must not go unnoticed.
 */
package io.tollgate.config;

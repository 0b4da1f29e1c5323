/**
 * Webhooks: the addresses to which events are sent, their signatures, and their delivery in the order of the event log.
 */
package io.tollgate.platform.webhook;

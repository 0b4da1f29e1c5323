/**
 * The payment processor, in our words.
 *
 * <p>Features ask {@link io.tollgate.processor.ProcessorClient}, which never blocks; workers speak to
 * the processor for it. What is begun there is noted in {@link io.tollgate.processor.Tasks} first, so
 * that a crash leaves nothing behind that nobody knows of.
 */
package io.tollgate.processor;

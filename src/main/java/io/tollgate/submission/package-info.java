/** Submissions of forms. */
package io.tollgate.submission;

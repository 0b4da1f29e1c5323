/** Forms. */
package io.tollgate.form;

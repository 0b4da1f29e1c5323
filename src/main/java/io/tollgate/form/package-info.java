/** Forms: definition, composition and endpoints. */
package io.tollgate.form;

/** Forms: definition, composition and endpoints. */
package io.tollgate.catalog.form;

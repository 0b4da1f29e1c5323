/** Declares the fields of records and request bodies: each once, with its type, constraints, default and access. */
package io.tollgate.platform.schema;

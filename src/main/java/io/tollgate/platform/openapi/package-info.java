/** Derives the OpenAPI document from the endpoints, resources and bodies. */
package io.tollgate.platform.openapi;

/** Demo records. */
package io.tollgate.demo;

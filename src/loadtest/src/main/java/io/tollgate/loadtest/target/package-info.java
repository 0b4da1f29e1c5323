/** Which gateway is put under load: one of our own, thrown away afterwards, or one that the user names and may name. */
package io.tollgate.loadtest.target;

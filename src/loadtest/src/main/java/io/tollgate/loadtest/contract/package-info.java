/** What a gateway says of itself in its published document: which lists there are, and how they can be filtered. */
package io.tollgate.loadtest.contract;

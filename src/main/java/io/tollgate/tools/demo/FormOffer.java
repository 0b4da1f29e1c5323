package io.tollgate.tools.demo;

import io.tollgate.catalog.Form;

/** A form, and in which mode it is used. */
record FormOffer(Form form, boolean testmode) {}

package io.tollgate.tools.demo;

import io.tollgate.catalog.model.Form;

/** A form, with the mode of its submissions. */
record FormOffer(Form form, boolean testmode) {}

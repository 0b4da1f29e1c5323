package io.tollgate.demo;

import java.util.List;

/** A form, as a submission needs it. */
record FormOffer(String pageId, String slug, String title, boolean testmode, String locale, List<Question> questions) {}

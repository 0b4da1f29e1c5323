package io.tollgate.catalog.model;

/** The status of a page. Buyers can see only published pages. */
public enum PageStatus {
    DRAFT,
    PUBLISHED,
    ARCHIVED
}

package io.tollgate.catalog;

/** Whether buyers can see a page. */
public enum PageStatus {
    DRAFT,
    PUBLISHED,
    ARCHIVED
}

package io.tollgate.catalog.page;

import io.tollgate.platform.resource.Resource;

/** The resource of page fields. A field is part of the document of its page. */
final class Fields {
    private Fields() {}

    static final Resource RESOURCE = Resource.at("/v1/{pages}/{pageId}/fields")
            .noun("Field")
            .idName("fieldId")
            .fields(PageFieldSchema.SCHEMA.read())
            .build();
}

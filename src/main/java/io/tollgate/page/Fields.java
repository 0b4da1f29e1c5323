package io.tollgate.page;

import io.tollgate.resource.Resource;

/** Fields of pages: they stand within the document of their page. */
final class Fields {
    private Fields() {}

    static final Resource RESOURCE = Resource.at("/v1/{pages}/{pageId}/fields")
            .noun("Field")
            .idName("fieldId")
            .fields(PageFieldSchema.SCHEMA.read())
            .build();
}

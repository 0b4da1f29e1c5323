package io.tollgate.storefront.pages;

import java.util.List;

/**
 * Tells why there is no checkout session for a request: an outcome, and not an error of the request.
 *
 * @param messages at least one
 */
final class UcpRefusal extends RuntimeException {
    static final String UNAVAILABLE = "item_unavailable";
    static final String OUT_OF_STOCK = "out_of_stock";
    static final String QUANTITY = "invalid_quantity";
    static final String COMBINATION = "unsupported_combination";
    static final String NOT_FOUND = "not_found";

    private static final long serialVersionUID = 1L;

    private final transient List<UcpMessage> messages;

    UcpRefusal(List<UcpMessage> messages) {
        super(messages.get(0).content(), null, false, false);
        this.messages = List.copyOf(messages);
    }

    /** @param path of the part of the request */
    static UcpRefusal of(String code, String path, String content) {
        return new UcpRefusal(List.of(UcpMessage.error(code, path, content, UcpMessage.UNRECOVERABLE)));
    }

    /** Returns the refusal of an item that cannot be bought. It does not tell whether its page exists. */
    static UcpRefusal unavailable(int line) {
        return of(UNAVAILABLE, UcpMessage.line(line, "item.id"), "This item cannot be bought");
    }

    static UcpRefusal notFound() {
        return of(NOT_FOUND, "$.id", "There is no such checkout session, or it has expired. Create another one.");
    }

    List<UcpMessage> messages() {
        return messages;
    }
}

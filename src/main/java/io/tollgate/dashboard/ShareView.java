package io.tollgate.dashboard;

import java.util.List;

/**
 * How a page is passed on.
 *
 * @param published whether visitors see it
 * @param address at which they do
 * @param codes ways to show the page on another site; empty if it must not be shown there
 * @param qrCode path of the QR code of the address
 * @param poster path of the poster
 */
public record ShareView(
        Frame frame,
        String title,
        String back,
        boolean published,
        String publish,
        String address,
        List<Embedding> codes,
        String qrCode,
        String poster) {
    /** @param id of the text area with the code */
    public record Embedding(String id, String label, String help, String code) {}
}

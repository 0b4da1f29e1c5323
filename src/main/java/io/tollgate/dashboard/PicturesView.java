package io.tollgate.dashboard;

import java.util.List;

/**
 * The pictures of a page, the form that adds one, and the form that arranges them.
 *
 * @param path to which the form with a file is sent
 * @param arrange path of the other one
 */
public record PicturesView(String path, String arrange, List<Picture> pictures) {
    /** @param address of the picture */
    public record Picture(String id, String name, String address) {}
}

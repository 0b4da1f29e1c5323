package io.tollgate.platform.export;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A ZIP file that is made while it is sent: pieces are read one page at a time and compressed on worker threads.
 *
 * <p>The sender reads the next page only when the former one is encoded, so that one page at a time is here.
 */
final class Archive implements ExportSource, ExportEncoder {
    private final Deque<ArchiveSection> sections;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes);
    private List<ArchiveSection.Piece> page = List.of();
    private @Nullable String open;

    Archive(List<ArchiveSection> sections) {
        this.sections = new ArrayDeque<>(sections);
    }

    @Override
    public Future<List<Buffer>> next() {
        ArchiveSection section = sections.element();
        return section.next().map(read -> {
            page = read;
            if (section.isDone()) {
                sections.remove();
            }
            return read.stream().map(ArchiveSection.Piece::bytes).toList();
        });
    }

    @Override
    public boolean isDone() {
        return sections.isEmpty();
    }

    @Override
    public byte[] head() {
        return new byte[0];
    }

    @Override
    public Future<List<Buffer>> related(List<Buffer> records) {
        return Future.succeededFuture(List.of());
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public byte[] encode(List<Buffer> records, List<Buffer> related) {
        try {
            for (ArchiveSection.Piece piece : page) {
                if (!piece.entry().equals(open)) {
                    open = piece.entry();
                    zip.putNextEntry(new ZipEntry(open));
                }
                zip.write(piece.bytes().getBytes());
            }
            if (isDone()) {
                zip.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] packed = bytes.toByteArray();
        bytes.reset();
        return packed;
    }
}

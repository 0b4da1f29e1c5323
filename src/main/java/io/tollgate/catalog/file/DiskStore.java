package io.tollgate.catalog.file;

import io.netty.buffer.Unpooled;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.FileVolume;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores files on disk, in one folder per seller. Writes a file under a temporary name, syncs it and renames it, so
 * that a partial file is never visible.
 */
final class DiskStore implements FileStore {
    private static final String ID = "[0-9a-f]{24}";
    private static final String NAME = ID + "(\\.[0-9]{1,5})?";
    private static final String PARTIAL_SUFFIX = ".part";
    private static final Pattern PARTIAL = Pattern.compile("(-[0-9a-f]{1,16})?\\.part$");

    private final Vertx vertx;
    private final FileVolume volume;
    private final Path folder;

    DiskStore(Vertx vertx, FileVolume volume) {
        this.vertx = vertx;
        this.volume = volume;
        this.folder = volume.folder();
    }

    private Path path(Scope scope, String fileId) {
        if (!scope.sellerId().matches(ID) || !fileId.matches(ID)) {
            throw new IllegalArgumentException("invalid seller or file id");
        }
        return folder.resolve(scope.sellerId()).resolve(fileId);
    }

    @Override
    public Future<Void> put(Scope scope, String fileId, Path from) {
        Path target = path(scope, fileId);
        return vertx.executeBlocking(
                () -> {
                    volume.copy(Files.size(from), () -> copy(from, target));
                    return null;
                },
                false);
    }

    private static void copy(Path from, Path target) throws IOException {
        Path parent = Files.createDirectories(target.getParent());
        Path part = parent.resolve(target.getFileName() + PARTIAL_SUFFIX);
        try {
            Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
            sync(part, StandardOpenOption.WRITE);
        } catch (IOException failure) {
            Files.deleteIfExists(part);
            throw failure;
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        sync(parent, StandardOpenOption.READ);
    }

    @Override
    public Future<Void> putSize(Scope scope, String fileId, int width, byte[] picture) {
        Path target = size(scope, fileId, width);
        return vertx.executeBlocking(
                () -> {
                    volume.copy(picture.length, () -> {
                        Files.createDirectories(target.getParent());
                        // Two requests for a size that is missing both write it: each under a name of its own.
                        String writer = "-"
                                + Long.toHexString(ThreadLocalRandom.current().nextLong());
                        Path part = target.resolveSibling(target.getFileName() + writer + PARTIAL_SUFFIX);
                        try {
                            Files.write(part, picture);
                            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
                        } finally {
                            Files.deleteIfExists(part);
                        }
                    });
                    return null;
                },
                false);
    }

    private Path size(Scope scope, String fileId, int width) {
        return path(scope, fileId).resolveSibling(FileStore.nameOf(fileId, width));
    }

    private static void sync(Path path, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }

    @Override
    public Future<@Nullable Buffer> read(Scope scope, String fileId) {
        return read(path(scope, fileId));
    }

    @Override
    public Future<@Nullable Buffer> readSize(Scope scope, String fileId, int width) {
        return read(size(scope, fileId, width));
    }

    private Future<@Nullable Buffer> read(Path path) {
        return vertx.executeBlocking(
                () -> {
                    try {
                        return BufferInternal.buffer(Unpooled.wrappedBuffer(FileBytes.of(path)));
                    } catch (NoSuchFileException none) {
                        return null;
                    }
                },
                false);
    }

    @Override
    public Future<Void> delete(Scope scope, String fileId) {
        Path path = path(scope, fileId);
        return vertx.executeBlocking(
                () -> {
                    Files.deleteIfExists(path);
                    for (int width : PictureSizes.WIDTHS) {
                        Files.deleteIfExists(size(scope, fileId, width));
                    }
                    deletePartial(path);
                    return null;
                },
                false);
    }

    /** Deletes what a process that ended left of a file. */
    private static void deletePartial(Path path) throws IOException {
        try (DirectoryStream<Path> parts =
                Files.newDirectoryStream(path.getParent(), path.getFileName() + "*" + PARTIAL_SUFFIX)) {
            for (Path part : parts) {
                Files.deleteIfExists(part);
            }
        } catch (NoSuchFileException | NotDirectoryException none) {
            // The seller has no files on this disk.
        }
    }

    @Override
    public Future<List<StoredFile>> list(String after) {
        return vertx.executeBlocking(() -> listBlocking(after), false);
    }

    private List<StoredFile> listBlocking(String after) throws IOException {
        List<StoredFile> found = new ArrayList<>();
        for (Path seller : sorted(folder)) {
            for (Path file : sorted(seller)) {
                String name = PARTIAL.matcher(file.getFileName().toString()).replaceFirst("");
                String sellerId = seller.getFileName().toString();
                if (!name.matches(NAME) || !sellerId.matches(ID) || (sellerId + "/" + name).compareTo(after) <= 0) {
                    continue;
                }
                storedFile(file, sellerId, name).ifPresent(found::add);
                if (found.size() == LIST_MAX) {
                    return found;
                }
            }
        }
        return found;
    }

    /** Empty if the file was deleted, or its copy completed, since the folder was read. */
    private static Optional<StoredFile> storedFile(Path file, String sellerId, String name) throws IOException {
        try {
            return Optional.of(new StoredFile(
                    sellerId, name, Files.getLastModifiedTime(file).toInstant()));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private static List<Path> sorted(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}

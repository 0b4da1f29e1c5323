package io.tollgate.tools.demo;

import java.io.IOException;

/** Where the contents of demo files are stored. */
public interface DemoFiles {
    /** Stores no contents: requests for the files return 404. */
    DemoFiles NONE = new DemoFiles() {
        @Override
        public String location(String sellerId, String fileId) {
            return "/files/" + sellerId + "/" + fileId;
        }

        @Override
        public void store(String sellerId, String fileId, byte[] content) {}
    };

    /** Returns the URL of a file. */
    String location(String sellerId, String fileId);

    /** Stores the content of a file. Blocks. */
    void store(String sellerId, String fileId, byte[] content) throws IOException;
}

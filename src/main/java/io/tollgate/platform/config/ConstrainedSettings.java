package io.tollgate.platform.config;

import java.util.List;

/** A settings record whose values constrain each other. */
public interface ConstrainedSettings {
    /** Returns one line for each contradiction; each line starts with the names of the settings. */
    List<String> problems();
}

package io.tollgate.platform.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a setting on the record component that holds its value. The setting is named like the component, after the
 * prefix of its record. The component type determines the kind of value.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
    /** What the setting does, for the documentation. */
    String description();

    /** The default, written as in an environment variable. */
    String defaultValue() default "";

    /** The lowest accepted number. */
    long min() default 0;

    /** The highest accepted number. */
    long max() default 0;

    /** The accepted URL schemes, if the text is a URL. */
    String[] schemes() default {};

    /** Whether the text is a path, which is resolved if it is relative. */
    boolean path() default false;

    /** The entry of {@code dataDir} that an empty path denotes. */
    String inDataDir() default "";

    /** Whether printed settings mask the value. */
    boolean secret() default false;
}

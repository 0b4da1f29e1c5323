package io.tollgate.build;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import org.assertj.core.api.AbstractByteArrayAssert;
import org.assertj.core.api.AbstractFileAssert;
import org.assertj.core.api.AbstractInputStreamAssert;
import org.assertj.core.api.AbstractPathAssert;
import org.assertj.core.api.Assertions;

/** Calls that convert between bytes and text without a named charset. */
final class PlatformCharset {
    private static final Set<Class<?>> STREAMS = Set.of(
            InputStreamReader.class,
            OutputStreamWriter.class,
            FileReader.class,
            FileWriter.class,
            PrintStream.class,
            PrintWriter.class,
            Scanner.class);
    private static final Set<Class<?>> BYTES =
            Set.of(InputStream.class, OutputStream.class, File.class, FileDescriptor.class, Path.class);
    private static final Set<Class<?>> CHARSETS = Set.of(Charset.class, CharsetEncoder.class, CharsetDecoder.class);

    static final DescribedPredicate<JavaCall<?>> USED =
            DescribedPredicate.describe("use the platform's charset", PlatformCharset::isUsedBy);

    private PlatformCharset() {}

    private static boolean isUsedBy(JavaCall<?> call) {
        List<JavaClass> parameters = call.getTarget().getRawParameterTypes();
        boolean named = parameters.stream().anyMatch(type -> isOneOf(CHARSETS, type))
                || parameters.stream().skip(1).anyMatch(type -> type.isEquivalentTo(String.class));
        if (named) {
            return false;
        }
        return call.getName().equals("<init>") ? opens(call, parameters) : converts(call, parameters.isEmpty());
    }

    private static boolean opens(JavaCall<?> call, List<JavaClass> parameters) {
        JavaClass owner = call.getTargetOwner();
        if (parameters.isEmpty()) {
            return false;
        }
        JavaClass first = parameters.get(0);
        return isOneOf(STREAMS, owner) && (isOneOf(BYTES, first) || isFileName(owner, first))
                || owner.isEquivalentTo(String.class) && first.isEquivalentTo(byte[].class);
    }

    /** A scanner reads the text that it is given. */
    private static boolean isFileName(JavaClass owner, JavaClass first) {
        return first.isEquivalentTo(String.class) && !owner.isEquivalentTo(Scanner.class);
    }

    private static boolean converts(JavaCall<?> call, boolean withoutParameters) {
        return switch (call.getName()) {
            case "getBytes" -> withoutParameters && isOf(call, String.class);
            case "toString" -> withoutParameters && isOf(call, ByteArrayOutputStream.class);
            case "inputReader", "errorReader", "outputWriter" -> isOf(call, Process.class);
            case "defaultCharset" -> isOf(call, Charset.class);
            case "contentOf", "linesOf" -> isOf(call, Assertions.class);
            case "content" -> isOf(call, AbstractPathAssert.class) || isOf(call, AbstractFileAssert.class);
            case "hasContent" ->
                isOf(call, AbstractPathAssert.class)
                        || isOf(call, AbstractFileAssert.class)
                        || isOf(call, AbstractInputStreamAssert.class);
            case "asString" -> isOf(call, AbstractByteArrayAssert.class);
            default -> false;
        };
    }

    private static boolean isOf(JavaCall<?> call, Class<?> owner) {
        return call.getTargetOwner().isAssignableTo(owner);
    }

    private static boolean isOneOf(Set<Class<?>> types, JavaClass type) {
        return types.stream().anyMatch(type::isEquivalentTo);
    }
}

package io.tollgate.app;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Counts the lines of each method body, with its braces, as the compiler parses it. A body of
 * few statements is excluded, however long: it is a table or a document.
 */
final class MethodLines extends TreeScanner<Void, CompilationUnitTree> {
    private static final int FEW = 4;

    private final Map<String, Long> lines = new TreeMap<>();
    private final SourcePositions positions;

    private MethodLines(SourcePositions positions) {
        this.positions = positions;
    }

    static Map<String, Long> of(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    files.getJavaFileObjectsFromPaths(sources));
            MethodLines counted = new MethodLines(Trees.instance(task).getSourcePositions());
            for (CompilationUnitTree unit : task.parse()) {
                counted.scan(unit, unit);
            }
            return counted.lines;
        }
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
        if (method.getBody() != null && method.getBody().getStatements().size() > FEW) {
            long first = line(unit, positions.getStartPosition(unit, method.getBody()));
            long last = line(unit, positions.getEndPosition(unit, method.getBody()));
            lines.put(unit.getSourceFile().getName() + ":" + first + " " + method.getName(), last - first + 1);
        }
        return super.visitMethod(method, unit);
    }

    private static long line(CompilationUnitTree unit, long position) {
        return position < 0 ? 0 : unit.getLineMap().getLineNumber(position);
    }
}

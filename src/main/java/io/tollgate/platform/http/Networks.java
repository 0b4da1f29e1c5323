package io.tollgate.platform.http;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.tollgate.platform.config.WrongSetting;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** A list of addresses and networks, such as those of trusted proxies. */
public record Networks(List<IpSubnetFilterRule> rules) {

    /** @param texts addresses, or networks such as 10.0.0.0/8 */
    public static Networks of(List<String> texts) {
        return of(texts, "trustedProxies");
    }

    /** @param setting that has the texts */
    public static Networks of(List<String> texts, String setting) {
        return new Networks(texts.stream().map(text -> rule(text, setting)).toList());
    }

    public boolean contains(SocketAddress address) {
        if (rules.isEmpty() || address.hostAddress() == null) {
            return false;
        }
        return contains(new InetSocketAddress(address.hostAddress(), address.port()));
    }

    public boolean contains(InetAddress address) {
        return contains(new InetSocketAddress(address, 0));
    }

    private boolean contains(InetSocketAddress address) {
        return rules.stream().anyMatch(rule -> rule.matches(address));
    }

    private static IpSubnetFilterRule rule(String text, String setting) {
        try {
            return parse(text);
        } catch (IllegalArgumentException invalid) {
            throw new WrongSetting(
                    "%s: \"%s\" is neither an address nor a network like 10.0.0.0/8".formatted(setting, text), invalid);
        }
    }

    private static IpSubnetFilterRule parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        int bits = address.indexOf(':') < 0 ? 32 : 128;
        int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
        return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    }
}

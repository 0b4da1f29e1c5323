package io.tollgate.dashboard;

import io.tollgate.support.Buyer.Shown;
import java.util.HashMap;
import java.util.Map;

/** Somebody with a browser and an authenticator who visits the dashboard. */
record PasskeyVisitor(DashboardVisitor visitor, SoftwareAuthenticator key, String seller) {
    static final String SIGN_IN = "/dashboard/-/passkey";
    static final String CONFIRM = "/dashboard/-/confirm-passkey";

    static PasskeyVisitor of(DashboardVisitor visitor, String seller) {
        return new PasskeyVisitor(
                visitor,
                new SoftwareAuthenticator(
                        "http://localhost:" + visitor.gateway().port()),
                seller);
    }

    /** Returns the same person and browser with another authenticator. */
    PasskeyVisitor withNewKey() {
        return of(visitor, seller);
    }

    /** Returns the same authenticator in another browser. */
    PasskeyVisitor inNewBrowser() {
        return new PasskeyVisitor(DashboardVisitor.of(visitor.gateway(), visitor.email()), key, seller);
    }

    String account() {
        return "/dashboard/" + seller + "/sessions";
    }

    Map<String, String> form(String page) {
        return new HashMap<>(visitor.browser().formAgain(visitor.get(page)));
    }

    String options(String page, String path) {
        return visitor.post(path + "/options", form(page)).expect(200).html();
    }

    /** Returns the form of a new passkey. */
    Map<String, String> created(String name) {
        Map<String, String> form = form(account());
        form.putAll(key.create(options(account(), account() + "/passkeys")));
        form.put("name", name);
        return form;
    }

    Shown add(String name) {
        return visitor.post(account() + "/passkeys", created(name));
    }

    /** Returns the form of a sign-in. */
    Map<String, String> signed() {
        Map<String, String> form = form("/dashboard/-/recovery");
        form.putAll(key.get(options("/dashboard/-/recovery", SIGN_IN)));
        return form;
    }

    Shown signIn() {
        return visitor.post(SIGN_IN, signed());
    }

    Shown signOut() {
        return visitor.post("/dashboard/-/sign-out", form(account())).expect(303);
    }
}

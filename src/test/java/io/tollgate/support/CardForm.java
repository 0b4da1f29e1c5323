package io.tollgate.support;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** The card form of a payment page, which the processor shows in a frame of its own. */
public final class CardForm {
    public static final String VISA = "4242 4242 4242 4242";

    private static final String FRAME = "#payment-element iframe";
    private static final String READY = "#payment button:not([disabled])";

    private CardForm() {}

    /** Waits for the form of this page, fills it in and pays. */
    public static void pay(Page page, String number) {
        pay(page.locator(READY), page.frameLocator(FRAME), number);
    }

    /** Pays on a page that is embedded in this frame. */
    public static void pay(FrameLocator embedded, String number) {
        pay(embedded.locator(READY), embedded.frameLocator(FRAME), number);
    }

    // The button is pressed by the keyboard. On a busy machine, Chromium delivers a click after scrolling by the layout
    // before it, to the processor's frame.
    private static void pay(Locator button, FrameLocator form, String number) {
        button.waitFor();
        fill(form, number);
        button.press("Enter");
    }

    /** Fills in the form of this page, without paying. */
    public static void fill(Page page, String number) {
        fill(page.frameLocator(FRAME), number);
    }

    private static void fill(FrameLocator form, String number) {
        form.locator("#number").fill(number);
        form.locator("#expiry").fill("12 / 34");
        form.locator("#cvc").fill("123");
    }
}

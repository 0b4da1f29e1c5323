package io.tollgate.storefront.pages;

/**
 * The page on which a buyer stops reminders.
 *
 * @param text what stops
 * @param action path that the form is sent to
 * @param submit text of the button
 */
public record RemindersView(Shell shell, String text, String action, String submit) {}

-- Settings of a seller that hosted pages use.

ALTER TABLE seller_setting
    ADD COLUMN accent_color text COLLATE "C" CHECK (accent_color ~ '^#[0-9a-f]{6}$');

COMMENT ON COLUMN seller_setting.accent_color IS 'Color of buttons and links on hosted pages, as #rrggbb; null: the default color.';

-- Sellers can be told of the files of an export by e-mail. Exports of before tell nobody.
UPDATE saved_export
SET record = convert_to(
    left(convert_from(record, 'UTF8'), -1) || ',"sendNotification":false,"notifyEmail":null}', 'UTF8');

-- Names that were taken before they were checked: without line breaks, control, invisible and direction characters (P190). Joiners
-- stay, which some scripts are spelled with. Only the rows that hold such a character are written.
CREATE FUNCTION pg_temp.visible(typed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(typed, '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E007F]', '', 'g'))
$$;

UPDATE "users" SET "name" = pg_temp.visible("name") WHERE "name" <> pg_temp.visible("name");
UPDATE "users" SET "company" = pg_temp.visible("company") WHERE "company" <> pg_temp.visible("company");
UPDATE "users" SET "job_title" = coalesce(nullif(pg_temp.visible("job_title"), ''), 'Member')
  WHERE "job_title" <> pg_temp.visible("job_title");
UPDATE "tickets" SET "name" = pg_temp.visible("name") WHERE "name" <> pg_temp.visible("name");

#!/bin/sh
# Makes the role that serves. It owns nothing: each start of the site grants it rows to read and write, and no more (docs/running.md).
set -eu
psql --set ON_ERROR_STOP=1 --set "password=$SERVING_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE academy_site LOGIN PASSWORD :'password';
SQL

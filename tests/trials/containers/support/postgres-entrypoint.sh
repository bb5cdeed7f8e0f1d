#!/bin/sh
# Stands for the official image's entrypoint: as root, it gives the folder to the user postgres and becomes that user.
set -e
export PATH="$PATH:/usr/lib/postgresql/17/bin"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql
  chown postgres /run/postgresql
  find "$PGDATA" ! -user postgres -exec chown postgres '{}' +
  chmod 700 "$PGDATA"
  # Perhaps only root can read the secret.
  [ -z "$POSTGRES_PASSWORD_FILE" ] || POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
fi
exec postgres -c listen_addresses='*' "$@"

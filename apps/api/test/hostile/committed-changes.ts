import pg from 'pg';

export type CommittedChanges = {
  /** The tables that requests have changed since the last call, except jobs. */
  take(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Records each table that a request changes, except rolled-back changes. */
export async function watchChanges(connectionString: string): Promise<CommittedChanges> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query(`
    CREATE SCHEMA watch;
    CREATE UNLOGGED TABLE watch.changes (table_name text NOT NULL);
    CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF current_setting('application_name') = 'handover-requests' THEN
        INSERT INTO watch.changes VALUES (TG_TABLE_NAME);
      END IF;
      RETURN NULL;
    END $$;
    DO $$ DECLARE watched regclass; BEGIN
      FOR watched IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format('CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION watch.note()', watched);
      END LOOP;
    END $$`);
  return {
    take: async () => {
      const { rows } = await owner.query<{ name: string }>(
        'SELECT DISTINCT table_name AS name FROM watch.changes ORDER BY name',
      );
      // Deleted rows would make each call slower than the one before.
      if (rows.length > 0) await owner.query('TRUNCATE watch.changes');
      return rows.map(({ name }) => name);
    },
    stop: () => owner.end(),
  };
}

import { sql, type Kysely } from 'kysely';

/**
 * The part of each person in a payout. Until now it was computed from the shares of today: what all payouts up to this
 * one pay of each share, less what those before it pay, with the brokerage’s part as the rest. A payout that was
 * reversed, and its reversal, cancel each other out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE commission_payouts ADD COLUMN shares jsonb NOT NULL DEFAULT '[]';

    WITH payouts AS (
      SELECT workspace_id, commission_id, id, cents, created_at, EXISTS (SELECT FROM commission_payouts AS reversals
        WHERE reversals.workspace_id = commission_payouts.workspace_id
          AND reversals.reverses_id = commission_payouts.id) AS is_reversed
      FROM commission_payouts WHERE reverses_id IS NULL
    ), ranges AS (
      SELECT workspace_id, commission_id, id,
        CASE WHEN is_reversed THEN cents ELSE sum(cents) OVER earlier END AS upper,
        CASE WHEN is_reversed THEN 0 ELSE sum(cents) OVER earlier - cents END AS lower
      FROM payouts
      WINDOW earlier AS (PARTITION BY workspace_id, commission_id, is_reversed ORDER BY created_at, id)
    ), parts AS (
      SELECT ranges.workspace_id, ranges.id, shares.position, shares.role, shares.user_id, upper - lower AS total,
        round(shares.cents * upper / commissions.due_cents) - round(shares.cents * lower / commissions.due_cents) AS cents
      FROM ranges
      JOIN commissions ON commissions.workspace_id = ranges.workspace_id AND commissions.id = ranges.commission_id
      JOIN commission_shares AS shares ON shares.workspace_id = ranges.workspace_id
        AND shares.commission_id = ranges.commission_id
      WHERE commissions.due_cents > 0
    ), complete AS (
      SELECT workspace_id, id, jsonb_agg(jsonb_build_object('role', role, 'userId', user_id, 'cents',
        CASE role WHEN 'brokerage' THEN total - others ELSE cents END) ORDER BY position) AS shares
      FROM (SELECT parts.*, coalesce(sum(cents) FILTER (WHERE role <> 'brokerage')
        OVER (PARTITION BY workspace_id, id), 0) AS others FROM parts) AS parts
      GROUP BY workspace_id, id
    )
    UPDATE commission_payouts SET shares = complete.shares FROM complete
    WHERE complete.workspace_id = commission_payouts.workspace_id AND complete.id = commission_payouts.id;

    UPDATE commission_payouts SET shares = (
      SELECT coalesce(jsonb_agg(share || jsonb_build_object('cents', -(share->>'cents')::bigint)), '[]')
      FROM jsonb_array_elements(reversed.shares) AS share)
    FROM commission_payouts AS reversed
    WHERE reversed.workspace_id = commission_payouts.workspace_id AND reversed.id = commission_payouts.reverses_id;
  `)
    .execute(db);
}

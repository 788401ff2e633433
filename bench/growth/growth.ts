import type { Call } from '../calls/call.ts';
import { makeGrowthCalls, makeSearchGrowthCalls, makeTotalCalls } from './growth-calls.ts';
import { withRecorder } from '../calls/recording.ts';
import type { Place } from '../running.ts';
import { explainCall, type Plan, type RecordedCall } from '../calls/statements.ts';

export type NamedPlan = { readonly name: string; readonly plan: Plan };
/** Shared buffers that a page reads at two sizes. */
export type Growth = { readonly name: string; readonly buffersSmall: number; readonly buffersLarge: number };

/** The data read by pages and exact totals at one size. */
export type SizeResult = {
  readonly customers: number;
  readonly pages: readonly NamedPlan[];
  readonly totals: readonly NamedPlan[];
};

/** The plans of the pages whose cost must not grow, and of the totals of filters, for the current data folder. */
export function measureSize(place: Place): Promise<SizeResult> {
  return withRecorder(place, async ({ session, pool }, record) => {
    const explain = async (
      calls: readonly Call[],
      isHotPlan: (plan: Plan) => boolean,
    ): Promise<NamedPlan[]> => explainAll(pool, await record(calls), isHotPlan);
    const pages = await explain(await makeGrowthCalls(session), isPage);
    const totals = await explain(makeTotalCalls(), (plan) => !isPage(plan));
    const { total: customers } = await session.read<{ total: number }>('/users?limit=1');
    return { customers, pages, totals };
  });
}

/** The plans of searches in the first workspace, for the current data folder. */
export function measureSearches(place: Place): Promise<NamedPlan[]> {
  return withRecorder(place, async ({ session, pool }, record) =>
    explainAll(pool, await record(await makeSearchGrowthCalls(session)), isPage),
  );
}

async function explainAll(
  pool: Parameters<typeof explainCall>[0],
  calls: readonly RecordedCall[],
  isHotPlan: (plan: Plan) => boolean,
): Promise<NamedPlan[]> {
  const plans: NamedPlan[] = [];
  for (const { name, variants } of calls)
    plans.push(...(await explainTwice(pool, variants, isHotPlan)).map((plan) => ({ name, plan })));
  return plans;
}

/** The same page at two sizes. If a call has several statements, their buffers are added up. */
export function joinGrowth(small: readonly NamedPlan[], large: readonly NamedPlan[]): Growth[] {
  const names = [...new Set(small.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    buffersSmall: sumBuffers(small, name),
    buffersLarge: sumBuffers(large, name),
  }));
}

function sumBuffers(plans: readonly NamedPlan[], of: string): number {
  return plans.filter(({ name }) => name === of).reduce((sum, { plan }) => sum + plan.buffers, 0);
}

/** The first run fills the caches of a new connection, so its plan is discarded. */
async function explainTwice(
  pool: Parameters<typeof explainCall>[0],
  variants: RecordedCall['variants'],
  isHotPlan: (plan: Plan) => boolean,
): Promise<Plan[]> {
  const statements = variants[0] ?? [];
  await explainCall(pool, statements);
  return (await explainCall(pool, statements)).filter(isHotPlan);
}

function isPage({ text }: Plan): boolean {
  return !/::int as "?count\b/i.test(text);
}

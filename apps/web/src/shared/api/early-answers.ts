/** What the page asked before its first script was there (`build/fetch-early.ts`), by address, and for whom. */
export interface EarlyAnswers {
  token: string | null;
  workspaceId: string | null;
  answers: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** Milliseconds after the page was opened. What nobody has taken by then is asked anew. */
const claimedUntilMs = 10_000;

/** The answer that is on its way to this address already, for the same caller; once. */
export function consumeEarlyAnswer(
  address: string,
  caller: Omit<EarlyAnswers, 'answers'>,
): Promise<Response> | undefined {
  const early = window.earlyAnswers;
  const answer = early?.answers[address];
  if (early === undefined || answer === undefined) return undefined;
  delete early.answers[address];
  const isSame = early.token === caller.token && early.workspaceId === caller.workspaceId;
  return isSame && performance.now() < claimedUntilMs ? answer : undefined;
}

/** An empty page of a list. */
export const none = { total: 0, nextCursor: null };

/** Calls of a client's dashboard where nothing is asked of them. */
export const nothingElse: Readonly<Record<string, () => object>> = {
  'GET /own-profiles': () => ({ approvals: [], cims: [] }),
  'GET /own-rooms': () => ({ rooms: [] }),
  'GET /own-valuations': () => ({ valuations: [] }),
  'GET /users/{id}/tasks': () => ({ tasks: [], ...none }),
  'GET /documents': () => ({ documents: [], ...none }),
  'GET /own-access-grants': () => ({ accessGrants: [] }),
  'GET /users/{id}/emails': () => ({ emails: [], ...none, delivery: 'smtp' }),
};

/** Carries `{workspaceId, messageId}`: one attempt to deliver that message. */
export const deliverQueue = 'mail.deliver';

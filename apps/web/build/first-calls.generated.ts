/** What each screen asks of the API first, sent with the page. Generated: UPDATE_FIRST_CALLS=1 node tools/checks/e2e.js e2e/shell/first-calls.spec.ts */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  "admin/dashboard": [
    "/agreements?isExpiring=true&sort=expiresOn&limit=4",
    "/dashboard/activities?limit=10",
    "/dashboard/businesses",
    "/dashboard/customers",
    "/dashboard/first-steps",
    "/dashboard/stages",
    "/dashboard/unanswered?limit=5",
    "/dashboard/undelivered?limit=5",
    "/deal-reports/forecast",
    "/deals/board?isOpen=true",
    "/triage?limit=1"
  ],
  "admin/users": [
    "/bulk-runs?recordType=customer&limit=10",
    "/custom-fields?recordType=customer",
    "/duplicates?limit=1",
    "/members",
    "/quarantines?limit=1",
    "/saved-views?recordType=customer",
    "/triage?limit=1",
    "/users?limit=25"
  ],
  "admin/users/view/:id": [
    "/agreements?customerId=:id&limit=5&sort=-sentAt",
    "/businesses?ownerId=:id&limit=5",
    "/buyers?customerId=:id&limit=1",
    "/custom-fields?recordType=customer",
    "/deals?buyerId=:id&limit=5",
    "/members",
    "/tags",
    "/users/:id",
    "/users/:id/activities?limit=25",
    "/users/:id/duplicates",
    "/users/:id/email-drafts"
  ],
  "admin/tasks": [
    "/bulk-runs?recordType=task&limit=10",
    "/members",
    "/saved-views?recordType=task",
    "/tasks/totals?status=open&status=in_progress&status=waiting",
    "/tasks?status=open&status=in_progress&status=waiting&limit=25"
  ],
  "admin/business-center": [
    "/bulk-runs?recordType=business&limit=10",
    "/businesses?limit=25",
    "/custom-fields?recordType=business",
    "/members",
    "/saved-views?recordType=business"
  ],
  "admin/business-center/businesses/:id": [
    "/agreements?businessId=:id&limit=5&sort=-sentAt",
    "/businesses/:id",
    "/businesses/:id/activities?limit=25",
    "/businesses/:id/gate",
    "/businesses/:id/matching-buyers?limit=10",
    "/businesses/:id/valuations?limit=10",
    "/contacts?businessId=:id&limit=5",
    "/deals?businessId=:id&limit=5",
    "/licenses?businessId=:id",
    "/members",
    "/valuation-tables"
  ],
  "admin/settings": [
    "/licenses",
    "/workspace",
    "/workspace/usage"
  ],
  "blog": [
    "/blog/posts?limit=13"
  ],
  "blog/:slug": [
    "/blog/posts/:slug",
    "/blog/posts/:slug/comments"
  ],
  "subscriptions": [
    "/client-plans"
  ]
};

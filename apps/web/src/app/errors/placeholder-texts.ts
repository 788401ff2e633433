/** What a screen is for, said where it has no content, by the path of the route table. */
export const placeholderTexts: Readonly<Record<string, string>> = {
  'admin/users': 'This is the list of everyone the workspace works for.',
  'admin/users/view/:id': 'This is the record of one customer.',
  'admin/users/create': 'This is where a customer is added.',
  'admin/documents': 'This is the library of the workspace, with the data rooms of its businesses.',
  'admin/business-center': 'This is where businesses for sale, their deals and their buyers stand.',
  'admin/settings': 'This is where the workspace, its people and its rules are set.',
  'user/deals': 'This is where the deals you take part in stand.',
  'generate-plan': 'This is where a sale-readiness plan is made, one topic at a time.',
  'analyze-plan': 'This is where an existing plan is read for findings, score and gaps.',
  'copilot-plan': 'This is where a plan is worked through, section by section.',
  'very-weak-plan':
    'This is about plans that score from 0 to 39: what holds them back, and what helps first.',
  'weak-plan': 'This is about plans that score from 40 to 59: what holds them back, and what helps first.',
  'strong-plan': 'This is about plans that score from 60 to 79, and what leads to the next band.',
  'very-strong-plan': 'This is about plans that score from 80 to 100, and how to keep them there.',
  'payment-management': 'This is where invoices and payments stand.',
  'corporate-view/:id': 'This is the view of one corporate customer: members, businesses, deals and spend.',
};

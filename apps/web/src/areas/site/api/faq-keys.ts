export const faqKeys = {
  all: ['faqs'] as const,
  read: (filter: object) => ['faqs', 'read', filter] as const,
  kept: (filter: object) => ['faqs', 'kept', filter] as const,
  catagories: ['faqs', 'catagories'] as const,
};

import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ShieldIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { companySignInOptions, useStartCompanySignIn } from '../api/company-sign-in.ts';

/** Leads to the sign-in page of the company. Shown where the operator has configured one. */
export function CompanySignInButton({ next }: { next?: string | undefined }) {
  const company = useQuery(companySignInOptions);
  const start = useStartCompanySignIn({ onSuccess: ({ url }) => window.location.assign(url) });
  if (!company.data?.name) return null;
  const { name, availableAt } = company.data;
  // The company sends people back to this address, where the cookie of a sign-in from another one would be missing.
  if (availableAt !== window.location.origin) {
    return (
      <a href={`${availableAt}/login`} className={buttonClass('secondary', 'large')}>
        Sign in with {name}
      </a>
    );
  }
  return (
    <>
      <Button size="large" icon={<ShieldIcon size={18} />} isLoading={start.isPending} onClick={() => start.mutate(next)}>
        Sign in with {name}
      </Button>
      {start.error && <FormError size="base">{getErrorMessage(start.error)}</FormError>}
    </>
  );
}

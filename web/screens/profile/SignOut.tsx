import { useSignOut } from '../../shell/guards.tsx';
import { Button } from '../../ui/Button.tsx';

export const SignOut = () => (
  <Button variant="secondary" onClick={useSignOut()}>
    Chiqish
  </Button>
);

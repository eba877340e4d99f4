import { useQuery } from '@tanstack/react-query';
import { unreadQuery } from '../../data/account/unread.ts';

/** Number of unread messages in the navigation. */
const UnreadCount = () => {
  const { data } = useQuery(unreadQuery());
  return data ? (
    <span className="ml-1 rounded-full bg-danger px-1.5 text-xs font-bold text-surface">
      <span className="sr-only">: </span>
      {data > 99 ? '99+' : data}
      <span className="sr-only"> ta yangi xabar</span>
    </span>
  ) : null;
};
export default UnreadCount;

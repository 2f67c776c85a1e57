-- The reward (satang) for a wallet of so many satang: the fixed sum, and the percentage up to its maximum, rounded down.
CREATE OR REPLACE FUNCTION reward_of(p_fixed bigint, p_percent numeric, p_max bigint, p_wallet bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN p_fixed + least(div(p_wallet * p_percent, 100)::bigint, p_max);
END $$;

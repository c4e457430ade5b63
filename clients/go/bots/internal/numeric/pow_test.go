package numeric_test

import (
	"math"
	"math/big"
	"testing"

	"certamen.example/certamen/bots/internal/numeric"
)

// exact is x to a whole power, rounded once.
func exact(x float64, power int) float64 {
	product := new(big.Float).SetPrec(4000).SetInt64(1)
	for range power {
		product.Mul(product, new(big.Float).SetFloat64(x))
	}
	rounded, _ := product.Float64()
	return rounded
}

func TestWholePowersAreRoundedCorrectly(t *testing.T) {
	for step := 1; step <= 300; step++ {
		x := float64(step) / 301
		for power := range 53 {
			if got, want := numeric.Pow(x, float64(power)), exact(x, power); got != want {
				t.Errorf("%v to the %d: %v, not %v", x, power, got, want)
			}
		}
	}
}

func TestHalfPowersAreRoundedCorrectly(t *testing.T) {
	for power := range 20 {
		base := new(big.Float).SetPrec(4000).SetInt64(1)
		for range power {
			base.Mul(base, new(big.Float).SetFloat64(0.8))
		}
		want, _ := base.Sqrt(base).Float64()
		if got := numeric.Pow(0.8, float64(power)/2); got != want {
			t.Errorf("0.8 to the %d/2: %v, not %v", power, got, want)
		}
	}
}

func TestOtherPowersAreNearTheLibrarys(t *testing.T) {
	for step := range 1000 {
		x, y := float64(step+1)/1001, float64(step)*0.0137
		if got, near := numeric.Pow(x, y), math.Pow(x, y); math.Abs(got-near) > 1e-14*near {
			t.Errorf("%v to the %v: %v, not %v", x, y, got, near)
		}
	}
}

func TestTheEndsOfTheRange(t *testing.T) {
	for _, one := range [][3]float64{{0, 0, 1}, {0, 3, 0}, {1, 7, 1}, {0.5, 0, 1}} {
		if got := numeric.Pow(one[0], one[1]); got != one[2] {
			t.Errorf("%v to the %v: %v", one[0], one[1], got)
		}
	}
}
